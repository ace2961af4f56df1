import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-BI2DGT5J.js";import"./chunk-6REANS53.js";export{a as dockerEventFlags,b as readLifecycle};
