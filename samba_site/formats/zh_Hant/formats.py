"""Traditional Chinese: 10,000. Django groups by four digits."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
