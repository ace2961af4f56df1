import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-QYYVSJZL.js";import"./chunk-6REANS53.js";export{a as scenario};
