import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-LRZM55GX.js";import"./chunk-426D6IKL.js";import"./chunk-MMX2U44Z.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
