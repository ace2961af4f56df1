import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-GFBPN76P.js";import"./chunk-WXJ6SSRK.js";import"./chunk-6REANS53.js";export{a as readInstance};
