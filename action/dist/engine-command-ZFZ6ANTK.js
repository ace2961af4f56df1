import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-RWGWGW5L.js";import"./chunk-5TEP6WNC.js";import"./chunk-5MYGZ6QQ.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
