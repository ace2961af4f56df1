import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{E as e,q as r,x as o}from"./chunk-ZCXAEGSV.js";import"./chunk-CQ5T2ZXS.js";import"./chunk-6REANS53.js";import{parentPort as n}from"node:worker_threads";var p={checks:r,runs:e,replications:o};n?.on("message",({of:s,kind:m,seed:t,from:c,to:i})=>n?.postMessage(p[s](m,t,c,i)));
