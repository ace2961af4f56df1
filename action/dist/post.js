import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-MMQDI3BW.js";import"./chunk-JDIUWVHW.js";import"./chunk-HDCOWYRQ.js";import"./chunk-LEG36KST.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-GPA47P6K.js")).postStep());
