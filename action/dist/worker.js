import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{C as n,l as e,x as r}from"./chunk-ZBSIJCIV.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";import{parentPort as o}from"node:worker_threads";var u={checks:e,runs:r,replications:n};o?.on("message",({of:s,kind:c,seed:t,from:i,to:m})=>o?.postMessage(u[s](c,t,i,m)));
