import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-6ZP2BDIE.js";import"./chunk-W6EIFQNW.js";import"./chunk-C3PRJ3JY.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
