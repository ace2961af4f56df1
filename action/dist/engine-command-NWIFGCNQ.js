import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-LH75LKLO.js";import"./chunk-Y5KCVLWU.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
