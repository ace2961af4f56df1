import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-7P5VKOL5.js";import"./chunk-4KKG6CAO.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{b as EngineCommand,a as IMAGE_TIMEOUT_SECONDS,c as lines};
