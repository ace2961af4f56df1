import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-VWMWOTT3.js";import"./chunk-UKSPS3HR.js";import"./chunk-6REANS53.js";export{a as LIST_CONTEXTS,c as hasNoContexts,b as readContexts};
