# The stack of `npm start` in a container: not as root, with a root file system that can be read-only.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund
# Builds the functions and compiles the code once. A later start writes nothing outside of its volume.
RUN npm start -- --once --fresh --data /tmp/warm

FROM node:24-slim
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -p .local && chown node:node .local
USER node
VOLUME /app/.local
HEALTHCHECK --interval=60s --timeout=20s --start-period=30s CMD ["node", "infra/cli/bellwether.mjs", "status"]
CMD ["node", "infra/local/launch-start.ts"]
