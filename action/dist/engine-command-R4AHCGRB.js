import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-KFOFQVGX.js";import"./chunk-IKNHTMZJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
