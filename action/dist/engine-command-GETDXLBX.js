import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-NT7SHYR6.js";import"./chunk-3ZT5QUIH.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_PATIENCE,c as lines};
