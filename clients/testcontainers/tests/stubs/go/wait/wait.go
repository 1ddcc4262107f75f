package wait

import (
	"context"
	"time"
)

type StrategyTarget interface{}

type Strategy interface {
	WaitUntilReady(context.Context, StrategyTarget) error
}

type HTTPStrategy struct{}

func ForHTTP(path string) *HTTPStrategy { return &HTTPStrategy{} }

func (ws *HTTPStrategy) WithPort(port string) *HTTPStrategy { return ws }

func (ws *HTTPStrategy) WithStartupTimeout(timeout time.Duration) *HTTPStrategy { return ws }

func (ws *HTTPStrategy) WaitUntilReady(ctx context.Context, target StrategyTarget) error { return nil }
