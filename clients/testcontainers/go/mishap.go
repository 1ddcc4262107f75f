// Package mishap runs Mishap, the mock gateway that fails on cue, in a container of Testcontainers for Go.
//
// Copy this file into a package of your module. Written for testcontainers-go v0.44. Its tests run it with a stand-in of that
// library; with the library itself it has not been run.
//
//	gateway, err := mishap.Run(ctx, mishap.Image, mishap.WithScenarios("scenarios"))
//	testcontainers.CleanupContainer(t, gateway)
//	session, err := gateway.Session(ctx, t.Name(), "pay")
//	err = NewShop(session.URL).Pay(30)
//	_, err = session.End(ctx) // a *VerdictError, unless the client did what the scenario expects
package mishap

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// Image is the image of this version of Mishap.
const Image = "mishap:0.2.0"

const (
	port        = "8080"
	exposedPort = "8080/tcp"
	// For bytes and ends that are sent at once, from a machine that may be busy.
	patience = 3 * time.Second
)

// VerdictError says that the client did not do what the session's scenario expects.
type VerdictError struct {
	// Text is the verdict and the journal.
	Text string
}

func (e *VerdictError) Error() string { return e.Text }

// Container is a gateway that runs. Its port 8080 is exposed.
type Container struct {
	testcontainers.Container
	address string
}

// Session is a session of the gateway, for one test.
type Session struct {
	ID string `json:"id"`
	// URL is where the client under test sends its requests.
	URL string `json:"url"`
	// HTTPSURL is the same in TLS.
	HTTPSURL string `json:"httpsUrl"`
	gateway  *Container
}

// Option is an option of Run that is no option of every container.
type Option func(*settings)

type settings struct{ requireResets bool }

// Customize changes nothing of the request.
func (Option) Customize(*testcontainers.GenericContainerRequest) error { return nil }

// WithRequiredResets makes an error of a way from here to the gateway that changes failures; otherwise it is logged.
func WithRequiredResets() Option { return func(s *settings) { s.requireResets = true } }

// WithScenarios copies a scenario file, or all files of a folder, to /scenarios; pay.json is the scenario "pay".
//
// They come beside those of the image, or in the place of one. They are copied and not mounted, since the engine may be on
// another machine, which does not have them. Run fails if there is no such file or folder.
func WithScenarios(path string) testcontainers.CustomizeRequestOption {
	return func(request *testcontainers.GenericContainerRequest) error {
		root, err := filepath.EvalSymlinks(path)
		if err != nil {
			return fmt.Errorf("there is no scenario file or folder: %w", err)
		}
		return filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
				return err
			}
			name, err := filepath.Rel(root, file)
			if name == "." {
				name = filepath.Base(path)
			}
			request.Files = append(request.Files, testcontainers.ContainerFile{
				HostFilePath:      file,
				ContainerFilePath: "/scenarios/" + filepath.ToSlash(name),
				// Not the mode that it has here: the gateway runs as another user.
				FileMode: 0o644,
			})
			return err
		})
	}
}

// Run starts a gateway, and returns once its health is 200. With an error too, it may return a container to be terminated.
func Run(ctx context.Context, image string, options ...testcontainers.ContainerCustomizer) (*Container, error) {
	var settings settings
	for _, option := range options {
		if apply, ok := option.(Option); ok {
			apply(&settings)
		}
	}
	all := append([]testcontainers.ContainerCustomizer{
		testcontainers.WithExposedPorts(exposedPort),
		testcontainers.WithWaitStrategy(
			wait.ForHTTP("/__mishap/health").WithPort(exposedPort).WithStartupTimeout(30 * time.Second)),
	}, options...)
	started, err := testcontainers.Run(ctx, image, all...)
	if started == nil {
		return nil, fmt.Errorf("run mishap: %w", err)
	}
	container := &Container{Container: started}
	if err == nil {
		err = container.find(ctx, settings.requireResets)
	}
	if err != nil {
		return container, fmt.Errorf("run mishap: %w", err)
	}
	return container, nil
}

// URL is the address for clients that use no session, such as http://172.17.0.2:8080.
func (c *Container) URL() string { return "http://" + c.address }

// ControlURL is the address of the control API.
func (c *Container) ControlURL() string { return c.URL() + "/__mishap" }

// CAPEM is the certificate that clients which speak TLS have to trust.
func (c *Container) CAPEM(ctx context.Context) (string, error) {
	_, text, err := c.call(ctx, http.MethodGet, "ca.pem", nil)
	return string(text), err
}

// Session opens a session of a scenario: "POST sessions" of the control API. The error says what is wrong with it. A scenario
// is a name, or with json.RawMessage a scenario as in a file; nil is the gateway's default one.
func (c *Container) Session(ctx context.Context, label string, scenario any) (*Session, error) {
	body := map[string]any{"label": label}
	if scenario != nil {
		body["scenario"] = scenario
	}
	_, text, err := c.call(ctx, http.MethodPost, "sessions", body)
	if err != nil {
		return nil, err
	}
	session := &Session{gateway: c}
	return session, json.Unmarshal(text, session)
}

// End ends the session, and returns the text of its verdict; a *VerdictError if something is not as expected.
func (s *Session) End(ctx context.Context) (string, error) {
	status, text, err := s.gateway.call(ctx, http.MethodDelete, "sessions/"+s.ID+"?journal=1&assert=1", nil)
	if err == nil && status == http.StatusPreconditionFailed {
		err = &VerdictError{Text: string(text)}
	}
	return string(text), err
}

// A client by no proxy of the environment.
var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 30 * time.Second}

// call makes a call of the control API by its path below /__mishap/, and returns the status, which may be 412, and the body.
func (c *Container) call(ctx context.Context, method, path string, body any) (int, []byte, error) {
	content := []byte{}
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return 0, nil, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, c.ControlURL()+"/"+path, bytes.NewReader(content))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Accept", "text/plain, application/json;q=0.9")
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= 400 && answer.StatusCode != http.StatusPreconditionFailed {
		if said := problem(text); said != "" {
			err = errors.New(said)
		} else {
			err = fmt.Errorf("%s %s is refused with %d: %s", method, path, answer.StatusCode, text)
		}
	}
	return answer.StatusCode, text, err
}

// problem returns what the gateway says is wrong with a call; nothing if the answer is another's, as of a proxy.
func problem(answer []byte) string {
	var said struct{ Text, Detail string }
	if json.Unmarshal(answer, &said) != nil || said.Text == "" {
		return said.Detail
	}
	return said.Text
}

// find sets the address: the container's own if it leads to this gateway from here, as it does on Linux beside the engine, and
// else the mapped port.
//
// Another container may have that address here if the engine is elsewhere, so that the certificate of the gateway's authority has
// to be the same by both ways; each gateway has its own.
func (c *Container) find(ctx context.Context, requireResets bool) error {
	mapped, err := c.mappedAddress(ctx)
	if err != nil {
		return err
	}
	addresses, err := c.ContainerIPs(ctx)
	if err != nil {
		return err
	}
	c.address = mapped
	way := "the mapped port"
	ca := get(mapped, "ca.pem", 2*time.Second)
	for _, ip := range addresses {
		own := net.JoinHostPort(ip, port)
		if ca != "" && get(own, "ca.pem", 2*time.Second) == ca {
			c.address, way = own, "the container's own address"
			break
		}
	}
	changes := changed(c.address)
	if len(changes) == 0 {
		return nil
	}
	message := fmt.Sprintf("Failures do not arrive as Mishap sends them, by %s, %s: %s. Tests of them would pass with clients "+
		"that fail in production. See docs/containers.md of Mishap: the container's own address, or both containers in one network.",
		c.URL(), way, strings.Join(changes, "; "))
	if requireResets {
		return errors.New(message)
	}
	log.Print(message)
	return nil
}

func (c *Container) mappedAddress(ctx context.Context) (string, error) {
	endpoint, err := c.PortEndpoint(ctx, exposedPort, "")
	if err != nil {
		return "", err
	}
	host, mapped, err := net.SplitHostPort(endpoint)
	if err != nil || !strings.Contains(host, ".") {
		return endpoint, err
	}
	// The control API refuses names with a dot that it does not know, and no addresses.
	found, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return "", err
	}
	return net.JoinHostPort(found[0], mapped), nil
}

// changed tells what of three failures, asked by a raw socket, arrives here otherwise than it is sent.
func changed(address string) (changes []string) {
	for _, failure := range []string{"tcp/reset", "tcp/reset-mid-body"} {
		if _, end := exchange(address, "fail/"+failure+"/any", patience); end != "RST" {
			changes = append(changes, fmt.Sprintf("%s ends with %s in place of RST", failure, end))
		}
	}
	failure := "http/malformed-status-line"
	seen, _ := exchange(address, "fail/"+failure+"/any", patience)
	if !strings.HasPrefix(seen, "BLAH BLAH\r\n") {
		first, _, _ := strings.Cut(seen, "\r\n")
		changes = append(changes, fmt.Sprintf("%s begins with '%s'", failure, first))
	}
	return changes
}

// get returns the body of an answer that has the status 200; otherwise nothing.
func get(address, path string, limit time.Duration) string {
	seen, _ := exchange(address, path, limit)
	head, body, _ := strings.Cut(seen, "\r\n\r\n")
	if !strings.HasPrefix(head, "HTTP/1.1 200 ") {
		return ""
	}
	return body
}

// exchange returns the bytes that answer a request, and what ends them: "RST", "FIN", or "nothing" within that time.
func exchange(address, path string, limit time.Duration) (string, string) {
	deadline := time.Now().Add(limit)
	connection, err := net.DialTimeout("tcp", address, limit)
	if err != nil {
		return "", "nothing"
	}
	defer connection.Close()
	_ = connection.SetDeadline(deadline)
	// By this agent it is in no report of the gateway.
	_, err = fmt.Fprintf(connection, "GET /__mishap/%s HTTP/1.1\r\nHost: %s\r\nUser-Agent: mishap-doctor\r\nConnection: close\r\n\r\n",
		path, address)
	var seen []byte
	if err == nil {
		seen, err = io.ReadAll(connection)
	}
	switch {
	case err == nil:
		return string(seen), "FIN"
	case errors.Is(err, syscall.ECONNRESET):
		return string(seen), "RST"
	default:
		return string(seen), "nothing"
	}
}
