# Built where the compiler is; the image has the program, its libraries and the C library, and nothing else: no shell.
FROM swift:6.3-bookworm AS build
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends libmicrohttpd-dev libgnutls28-dev libpcre2-dev zlib1g-dev \
        pkg-config curl make python3 \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# There is no Git here: `make docker` says which commit it is.
ARG COMMIT=
ARG SOURCE_DATE_EPOCH=0
RUN make build BUILD_COMMIT="$COMMIT" \
    && .ci/dist/make.py --image "$(swift build -c release --show-bin-path)/mishap" /image

FROM scratch
ARG COMMIT=
ARG VERSION=
LABEL org.opencontainers.image.title="Mishap" \
    org.opencontainers.image.description="The mock HTTP gateway that fails on cue" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="$VERSION" \
    org.opencontainers.image.revision="$COMMIT"
# /scenarios has those that are shipped. Mount your own over them: -v "$PWD/scenarios:/scenarios:ro".
COPY --from=build /image /
# A container is reached from outside: listening on loopback, or allowing only loopback to use the control API, would
# exclude every client.
ENV PATH=/usr/bin \
    MISHAP_HOST=0.0.0.0 \
    MISHAP_PORT=8080 \
    MISHAP_CONTROL=any
USER 10001:10001
WORKDIR /
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=1s --retries=3 CMD ["/usr/bin/mishap", "health"]
ENTRYPOINT ["/usr/bin/mishap"]
CMD ["serve", "/scenarios"]
