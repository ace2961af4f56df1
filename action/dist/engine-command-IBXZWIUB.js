import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-RE7SBASA.js";import"./chunk-AGUPR7IM.js";import"./chunk-WHBMDF4S.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_PATIENCE,c as lines};
