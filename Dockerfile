# SPDX-License-Identifier: MIT
# docker build -t merels . && docker run -p 127.0.0.1:9000:9000 -v merels:/db merels
# Two stages: what compiles stays behind. Not run by ./test.
FROM debian:bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ cmake ninja-build libcli11-dev libfmt-dev libxxhash-dev \
    libzstd-dev nlohmann-json3-dev gzip libboost1.74-dev libcurl4-openssl-dev python3 dpkg-dev file
COPY . /src
RUN cmake -S /src -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DMERELS_BUILD_TESTS=OFF && ninja -C /build && cd /build && cpack -G DEB

FROM debian:bookworm-slim
COPY --from=build /build/merels_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/merels_*.deb libcurl4 ca-certificates && rm -rf /tmp/*.deb /var/lib/apt/lists/* \
    && useradd --create-home merels && mkdir /db && chown merels /db
USER merels
VOLUME /db
EXPOSE 9000
CMD ["merels", "serve", "--db", "/db", "--listen", "0.0.0.0:9000"]
