package org.testcontainers.containers.wait.strategy;

import java.time.Duration;

public interface WaitStrategy {
    void waitUntilReady(WaitStrategyTarget target);

    WaitStrategy withStartupTimeout(Duration timeout);
}
