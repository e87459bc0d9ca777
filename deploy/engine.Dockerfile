# The execution engine. Built from the root of the repository: docker build -f deploy/engine.Dockerfile .
FROM node:24-bookworm-slim AS built
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts \
  && node scripts/build/bundle-programs.ts && node scripts/build/bundle-servers.ts

FROM node:24-bookworm-slim AS parts
WORKDIR /app
COPY . .
# The bundle has all other packages in it.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts -w apps/server \
  && node scripts/build/prune-packages.ts pg

# This stage has Node alone: neither npm nor a compiler.
FROM debian:bookworm-slim
COPY --from=parts /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=parts /app/package.json ./
COPY --from=parts /app/node_modules ./node_modules
COPY --from=parts /app/packages ./packages
COPY --from=parts /app/apps/server ./apps/server
# The engine as one bundle, and the program that children of the sandbox run.
COPY --from=built /app/apps/server/dist ./apps/server/dist
# The user has no entry in /etc/passwd, where libraries would look for its home.
ENV NODE_ENV=production HOME=/ ENGINE_HOST=0.0.0.0 ENGINE_PORT=3001
USER 10001:10001
EXPOSE 3001
CMD ["node", "apps/server/dist/engine/main.mjs"]
