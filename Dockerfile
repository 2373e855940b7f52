# One image for API, worker, migrations and the operator's tools; `docker-compose.yml` says which of them
# a container is. The stand-ins of the demo profile are the target `demo`, and in no other image.

# Installs once and makes everything: /out is the image, /demo the demo's.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY db/package.json db/
COPY flows/package.json flows/
COPY providers/package.json providers/
COPY payments/package.json payments/
COPY queue/package.json queue/
COPY images/package.json images/
COPY documents/package.json documents/
COPY operations/package.json operations/
COPY backup/package.json backup/
COPY api/package.json api/
COPY worker/package.json worker/
COPY web/package.json web/
COPY sandbox/package.json sandbox/
COPY cli/package.json cli/
RUN npm ci --ignore-scripts --workspace=web --workspace=sandbox --workspace=cli \
  --workspace=shared --workspace=db --workspace=flows --workspace=providers --workspace=payments \
  --workspace=queue --workspace=images --workspace=documents --workspace=operations --workspace=backup \
  --workspace=api --workspace=worker
COPY . .
RUN npm run build --workspace=web && mkdir -p /out/web && mv web/dist /out/web/dist
RUN node deploy/copy-packages.mjs /out \
  shared db flows providers payments queue images documents operations backup api worker \
  && node deploy/compile.mjs /out api/main.ts worker/main.ts cli/container.ts
RUN node deploy/copy-packages.mjs /demo sandbox cli \
  && node deploy/compile.mjs /demo sandbox/main.ts sandbox/auth-emulator.ts cli/demo-accounts.ts

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
RUN for program in api worker; do node cli/container.js $program >/dev/null 2>&1 || true; done; \
  node cli/container.js db >/dev/null 2>&1 || true; \
  node images/process-image-child.js >/dev/null 2>&1 || true
# The runs above wrote their probe.
RUN rm -rf /data && mkdir -p /data/images && chown -R node:node /data
USER node
VOLUME /data/images
EXPOSE 3000
ENTRYPOINT ["node", "cli/container.js"]
CMD ["api"]
