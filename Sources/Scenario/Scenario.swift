// Scenario
