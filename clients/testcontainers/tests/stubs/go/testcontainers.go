// Package testcontainers is a stand-in for testcontainers-go, with what the module uses. It starts nothing: the gateway runs.
package testcontainers

import (
	"context"
	"fmt"
	"net"
	"os"
	"testing"

	"github.com/testcontainers/testcontainers-go/wait"
)

type Container interface {
	PortEndpoint(ctx context.Context, port string, proto string) (string, error)
	ContainerIPs(ctx context.Context) ([]string, error)
	Terminate(ctx context.Context, opts ...TerminateOption) error
}

type TerminateOption func()

type ContainerFile struct {
	HostFilePath      string
	ContainerFilePath string
	FileMode          int64
}

type ContainerRequest struct {
	Files []ContainerFile
}

type GenericContainerRequest struct {
	ContainerRequest
}

type ContainerCustomizer interface {
	Customize(req *GenericContainerRequest) error
}

type CustomizeRequestOption func(req *GenericContainerRequest) error

func (opt CustomizeRequestOption) Customize(req *GenericContainerRequest) error { return opt(req) }

func WithExposedPorts(ports ...string) CustomizeRequestOption {
	return func(*GenericContainerRequest) error { return nil }
}

func WithWaitStrategy(strategies ...wait.Strategy) CustomizeRequestOption {
	return func(*GenericContainerRequest) error { return nil }
}

type DockerContainer struct{}

func Run(ctx context.Context, img string, opts ...ContainerCustomizer) (*DockerContainer, error) {
	var request GenericContainerRequest
	for _, option := range opts {
		if err := option.Customize(&request); err != nil {
			return nil, err
		}
	}
	fmt.Println("started", img)
	for _, file := range request.Files {
		fmt.Printf("copied %s %o\n", file.ContainerFilePath, file.FileMode)
	}
	return &DockerContainer{}, nil
}

func (c *DockerContainer) PortEndpoint(ctx context.Context, port string, proto string) (string, error) {
	return net.JoinHostPort(os.Getenv("STUB_HOST"), os.Getenv("STUB_MAPPED")), nil
}

func (c *DockerContainer) ContainerIPs(ctx context.Context) ([]string, error) {
	return []string{os.Getenv("STUB_OWN")}, nil
}

func (c *DockerContainer) Terminate(ctx context.Context, opts ...TerminateOption) error {
	fmt.Println("stopped")
	return nil
}

func CleanupContainer(tb testing.TB, ctr Container, options ...TerminateOption) {
	tb.Cleanup(func() { _ = ctr.Terminate(context.Background()) })
}
