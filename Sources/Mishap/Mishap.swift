// Mishap
