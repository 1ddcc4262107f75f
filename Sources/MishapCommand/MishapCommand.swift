// MishapCommand
