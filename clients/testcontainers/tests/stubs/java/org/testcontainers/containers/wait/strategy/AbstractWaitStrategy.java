package org.testcontainers.containers.wait.strategy;

import java.time.Duration;

public abstract class AbstractWaitStrategy implements WaitStrategy {
    protected WaitStrategyTarget waitStrategyTarget;
    protected Duration startupTimeout = Duration.ofSeconds(60);

    @Override
    public void waitUntilReady(WaitStrategyTarget target) {
        waitStrategyTarget = target;
        waitUntilReady();
    }

    protected abstract void waitUntilReady();

    @Override
    public WaitStrategy withStartupTimeout(Duration timeout) {
        startupTimeout = timeout;
        return this;
    }
}
