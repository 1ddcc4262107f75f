package org.testcontainers.containers.wait.strategy;

import org.testcontainers.containers.ContainerState;

public interface WaitStrategyTarget extends ContainerState {}
