// MishapTesting
