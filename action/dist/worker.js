import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{l as e,x as r}from"./chunk-FO66X2O6.js";import"./chunk-C3PRJ3JY.js";import"./chunk-6REANS53.js";import{parentPort as n}from"node:worker_threads";var u={checks:e,runs:r};n?.on("message",({of:o,kind:s,seed:m,from:c,to:t})=>n?.postMessage(u[o](s,m,c,t)));
