package org.testcontainers.containers.wait.strategy;

import java.time.Duration;

public interface WaitStrategy {
    WaitStrategy withStartupTimeout(Duration timeout);
}
