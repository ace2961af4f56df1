import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c,d,e,f}from"./chunk-UYT5HO7U.js";import"./chunk-OSFWWUG5.js";import"./chunk-GOYBI5GH.js";import"./chunk-WXJ6SSRK.js";import"./chunk-5LOKNP2H.js";import"./chunk-6REANS53.js";export{a as LIST_CONTEXTS,e as askContext,f as askWithoutContext,c as hasNoContexts,d as listingProblem,b as readContexts};
