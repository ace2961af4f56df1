import{createRequire}from'node:module';const require=createRequire(import.meta.url);
var E=["LIMA_HOME","COLIMA_HOME","DOCKER_CONFIG","XDG_CONFIG_HOME"],O=["PATH","HOME","LANG","LC_ALL","TMPDIR","XDG_RUNTIME_DIR",...E,"DOCKER_HOST","DOCKER_TLS_VERIFY","DOCKER_CERT_PATH","DOCKER_CONTEXT","CONTAINER_HOST"];export{E as a,O as b};
