import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-BU7V6F3X.js";import"./chunk-WXJ6SSRK.js";import"./chunk-6REANS53.js";export{a as readStatus};
