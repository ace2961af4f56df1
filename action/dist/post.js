import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-WX3JL2MT.js";import"./chunk-M7DKMJDA.js";import"./chunk-HEJ7IHKJ.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";await t(async()=>(await import("./post-EEK2FVYB.js")).postStep());
