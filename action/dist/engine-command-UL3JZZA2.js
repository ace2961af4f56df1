import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-TXA4SWEE.js";import"./chunk-PMYZVVWS.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
