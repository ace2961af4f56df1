import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-WXJ6SSRK.js";import"./chunk-6REANS53.js";export{b as findObject,a as readObjects};
