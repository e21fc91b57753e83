"""How languages write numbers, where Django has it otherwise."""
