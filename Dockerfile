# syntax=docker/dockerfile:1
# One image for all four services: `up` runs them together, `up --service NAME` one of them.
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 \
    mvn -B -ntp -pl standalone -am -Dmaven.test.skip=true -DskipTests package

FROM eclipse-temurin:25-jre
RUN groupadd --gid 10001 terrane \
    && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin terrane \
    && install -d -o terrane -g terrane -m 0700 /data /run/terrane
COPY --from=build /src/terrane /src/LICENSE /opt/terrane/
COPY --from=build /src/standalone/target/terrane-exec.jar /opt/terrane/terrane.jar
# Numeric, so that an orchestrator can see that it is not root.
USER 10001:10001
WORKDIR /data
VOLUME ["/data", "/run/terrane"]
EXPOSE 8080 8081 8082 8083
ENTRYPOINT ["/opt/terrane/terrane"]
CMD ["up", "--data", "/data"]
