import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{j as e}from"./chunk-33EU55R2.js";import"./chunk-MMX2U44Z.js";import"./chunk-6REANS53.js";import{parentPort as r}from"node:worker_threads";r?.on("message",({scenario:o,seed:m,from:n,to:s})=>r?.postMessage(e(o,m,n,s)));
