# One image for API, worker and migrations; `docker-compose.yml` says which of them a container is.
# The workspaces of the laptop (local, sandbox, e2e, bench) and their packages stay out.

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

# What the servers need when they run. Node runs their TypeScript as it is: nothing to build.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev \
  --workspace=shared --workspace=db --workspace=flows --workspace=providers --workspace=payments \
  --workspace=queue --workspace=images --workspace=api --workspace=worker

FROM node:24-slim
# glibc keeps memory for each thread that ever decoded a picture: two arenas are enough.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WEB_FOLDER=/app/web/dist IMAGE_FOLDER=/data/images
WORKDIR /app
COPY --from=packages /app ./
COPY shared shared
COPY db db
COPY flows flows
COPY providers providers
COPY payments payments
COPY queue queue
COPY images images
COPY api api
COPY worker worker
COPY --from=client /app/web/dist web/dist
RUN mkdir -p /data/images && chown -R node:node /data
USER node
VOLUME /data/images
EXPOSE 3000
CMD ["node", "api/main.ts"]
