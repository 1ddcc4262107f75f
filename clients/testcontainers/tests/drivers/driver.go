// Command driver takes each step that the module offers, and prints what came of it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"example.com/shop/mishap"
	"github.com/testcontainers/testcontainers-go"
)

func main() {
	log.SetOutput(os.Stdout)
	log.SetFlags(0)
	log.SetPrefix("warning ")
	if err := run(context.Background(), os.Args[1], os.Args[2], len(os.Args) > 3); err != nil {
		fmt.Println("error", err)
	}
}

func run(ctx context.Context, image, scenarios string, required bool) error {
	_, err := mishap.Run(ctx, image, mishap.WithScenarios("nowhere"))
	fmt.Println("error", err)

	options := []testcontainers.ContainerCustomizer{mishap.WithScenarios(scenarios)}
	if required {
		options = append(options, mishap.WithRequiredResets())
	}
	gateway, err := mishap.Run(ctx, image, options...)
	if gateway != nil {
		defer gateway.Terminate(ctx)
	}
	if err != nil {
		return err
	}
	fmt.Println("url", gateway.URL(), gateway.ControlURL())
	ca, err := gateway.CAPEM(ctx)
	if err != nil {
		return err
	}
	fmt.Println("ca", strings.Split(ca, "\n")[0])
	orders, err := gateway.Session(ctx, `a "label"`, "orders")
	if err != nil {
		return err
	}
	fmt.Println("session", orders.ID, orders.URL, orders.HTTPSURL)
	fmt.Println("state", strings.Split(get(gateway.ControlURL()+"/sessions/"+orders.ID), "\n")[3])
	var failed *mishap.VerdictError
	if _, err = orders.End(ctx); errors.As(err, &failed) {
		fmt.Println("failed", failed.Text)
	}
	pay, err := gateway.Session(ctx, "pays", "shop/pay")
	if err != nil {
		return err
	}
	fmt.Println("got", get(pay.URL+"/any"))
	text, err := pay.End(ctx)
	if err != nil {
		return err
	}
	fmt.Println("verdict", text)
	_, err = gateway.Session(ctx, "wrong", "nope")
	return err
}

func get(url string) string {
	answer, err := http.Get(url)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return string(text)
}
