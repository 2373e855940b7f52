# One image for API, worker, migrations and the operator's tools; `docker-compose.yml` says which of them
# a container is. The stand-ins of the demo profile are the target `demo`, and in no other image.

# Installs once and makes everything: /out is the image, /demo the demo's.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY db/package.json db/
COPY adapters/package.json adapters/
COPY flows/package.json flows/
COPY api/package.json api/
COPY worker/package.json worker/
COPY web/package.json web/
COPY ops/package.json ops/
COPY dev/package.json dev/
COPY dev/sandbox/package.json dev/sandbox/
RUN npm ci --ignore-scripts --workspaces
COPY . .
RUN npm run build --workspace=web && mkdir -p /out/web && mv web/dist /out/web/dist
RUN node ops/deploy/copy-packages.mjs /out shared db adapters flows api worker ops \
  && node ops/deploy/compile.mjs /out api/main.ts worker/main.ts ops/cli/container.ts
RUN node ops/deploy/copy-packages.mjs /demo dev/sandbox ops \
  && node ops/deploy/compile.mjs /demo dev/sandbox/main.ts dev/sandbox/auth-emulator.ts ops/cli/demo-accounts.ts

FROM node:24-slim AS demo
ENV NODE_ENV=development
WORKDIR /app
COPY --from=build /demo ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data

FROM node:24-slim
# glibc keeps memory for each thread that ever decoded a picture: two arenas are enough.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WEB_FOLDER=/app/web/dist IMAGE_STORE=/data/images
WORKDIR /app
COPY --from=build /out ./
# Compiled once here instead of at every start: without settings each program ends when all of it is read.
ENV NODE_COMPILE_CACHE=/app/.compile-cache
RUN for program in api worker; do node ops/cli/container.js $program >/dev/null 2>&1 || true; done; \
  node ops/cli/container.js db >/dev/null 2>&1 || true; \
  node adapters/images/process-image-child.js >/dev/null 2>&1 || true
# The runs above wrote their probe.
RUN rm -rf /data && mkdir -p /data/images && chown -R node:node /data
USER node
VOLUME /data/images
EXPOSE 3000
ENTRYPOINT ["node", "ops/cli/container.js"]
CMD ["api"]
