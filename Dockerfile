# Built in an image with the compiler; runs in one with only the libraries that the binary needs.
FROM swift:6.3-bookworm AS build
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends libmicrohttpd-dev libgnutls28-dev libpcre2-dev zlib1g-dev \
        pkg-config curl make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN make build \
    && install -D -s -m 755 "$(swift build -c release --show-bin-path)/mishap" /out/mishap

FROM debian:bookworm-slim
# The Swift runtime in the binary needs libstdc++.
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends libmicrohttpd12 libgnutls30 libpcre2-8-0 zlib1g libstdc++6 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin mishap
COPY --from=build /out/mishap /usr/local/bin/mishap
# Mount your own scenarios over these: -v "$PWD/scenarios:/scenarios:ro".
COPY scenarios /scenarios

# A container is reached from outside: listening on loopback, or allowing only loopback to use the control API, would
# exclude every client.
ENV MISHAP_HOST=0.0.0.0 \
    MISHAP_PORT=8080 \
    MISHAP_CONTROL=any
USER 10001
WORKDIR /
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=1s --retries=3 CMD ["mishap", "health"]
ENTRYPOINT ["mishap"]
CMD ["serve", "/scenarios"]
