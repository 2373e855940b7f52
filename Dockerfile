# One image for API, worker, migrations and the operator's tools; `docker-compose.yml` says which of them
# a container is. The stand-ins of the demo profile are the target `demo`, and in no other image.

FROM node:24-slim AS manifests
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

# The client: Vite and its plugins live in this stage only.
FROM manifests AS client
RUN npm ci --ignore-scripts --workspace=web --workspace=shared
COPY tsconfig.base.json ./
COPY shared shared
COPY web web
RUN npm run build --workspace=web

# The packages that the servers need at run time.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev \
  --workspace=shared --workspace=db --workspace=flows --workspace=providers --workspace=payments \
  --workspace=queue --workspace=images --workspace=documents --workspace=operations --workspace=backup \
  --workspace=api --workspace=worker \
  && npm cache clean --force
# Removes files of packages that are not read at run time: types, maps, tests, and original sources.
# TypeScript itself is installed as an optional peer of one of them.
RUN rm -rf node_modules/typescript node_modules/@typescript \
  && find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \
  -o -name '*.tsx' -o -name '*.tsbuildinfo' -o -name '*.test.*' \) -delete \
  && find . -type d -path '*/node_modules/*' \
  \( -name test -o -name tests -o -name __tests__ -o -name testing \) -prune -exec rm -rf {} +

# JavaScript of the programs and of what they import: no tests, no TypeScript.
FROM node:24-slim AS programs
WORKDIR /app
COPY . .
RUN node deploy/compile.mjs /out api/main.ts worker/main.ts cli/container.ts

FROM programs AS demo-programs
RUN node deploy/compile.mjs /demo sandbox/main.ts sandbox/auth-emulator.ts cli/demo-accounts.ts

FROM manifests AS demo-packages
COPY sandbox/package.json sandbox/
COPY cli/package.json cli/
RUN npm ci --ignore-scripts --omit=dev --workspace=sandbox --workspace=cli \
  && npm cache clean --force

FROM node:24-slim AS demo
ENV NODE_ENV=development
WORKDIR /app
COPY --from=demo-packages /app ./
COPY --from=demo-programs /demo ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data

FROM node:24-slim
# glibc keeps memory for each thread that ever decoded a picture: two arenas are enough.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WEB_FOLDER=/app/web/dist IMAGE_FOLDER=/data/images
WORKDIR /app
COPY --from=packages /app ./
COPY --from=programs /out ./
COPY --from=client /app/web/dist web/dist
# Compiled once here instead of at every start: without settings each program ends when all of it is read.
ENV NODE_COMPILE_CACHE=/app/.compile-cache
RUN for program in api worker; do node cli/container.js $program >/dev/null 2>&1 || true; done; \
  node cli/container.js db >/dev/null 2>&1 || true; \
  node images/process-image-child.js >/dev/null 2>&1 || true
RUN mkdir -p /data/images && chown -R node:node /data
USER node
VOLUME /data/images
EXPOSE 3000
ENTRYPOINT ["node", "cli/container.js"]
CMD ["api"]
