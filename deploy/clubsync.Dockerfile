# The synchronization with a browser in it. The release builds it for each architecture: docker buildx build --file
# deploy/clubsync.Dockerfile --build-arg VERSION=… var/release
FROM debian:bookworm-slim
ARG TARGETARCH
ARG VERSION
RUN apt-get update \
 && apt-get install --yes --no-install-recommends chromium ca-certificates tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 65532 --create-home --home-dir /data clubsync
COPY clubsync-linux-${TARGETARCH} /usr/bin/clubsync
LABEL org.opencontainers.image.version=${VERSION} org.opencontainers.image.licenses=Apache-2.0
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV CLUBSYNC_LISTEN=0.0.0.0:3000 CLUBSYNC_DATA=/data
EXPOSE 3000
# Chromium leaves processes behind that nobody waits for but the first one.
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/bin/clubsync"]
CMD ["serve"]
