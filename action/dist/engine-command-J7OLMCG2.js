import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-3ZOW2JE4.js";import"./chunk-SM5EL65T.js";import"./chunk-5LOKNP2H.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
