import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-YUJZLBGU.js";import"./chunk-OVUSMRXT.js";import"./chunk-3E2K2TK6.js";import"./chunk-6VLYQYI6.js";export{a as runStep};
