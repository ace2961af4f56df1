import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-TZDEHDXN.js";import"./chunk-PK3C4BNT.js";import"./chunk-QTNQHHRS.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
