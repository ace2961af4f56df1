import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-NKR67X3B.js";import"./chunk-HJJGNKVZ.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_PATIENCE,c as lines};
