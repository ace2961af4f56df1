import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-H6CWEBG7.js";import"./chunk-S4SUMQIV.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_PATIENCE,c as lines};
